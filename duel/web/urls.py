"""Addresses of the site's own pages and of the games."""

from django.urls import path

from duel.web.linked import board as boards
from duel.web.linked import clocks, more, passed, payments, record, rematches, timeline, trouble
from duel.web.linked import move as moves
from duel.web.views import (
    account,
    calendar,
    challenges,
    club,
    guide,
    hidden_notes,
    home,
    invitations,
    lobby,
    replay,
    site,
    vacations,
    waiting_games,
    watch,
)

app_name = "duel"
urlpatterns = [
    path("", home.home, name="home"),
    path("new/", lobby.new_game, name="new-game"),
    path("challenges/", challenges.challenges, name="challenges"),
    path("next/", waiting_games.next_game, name="next-game"),
    path("club/", club.club, name="club"),
    path("challenge/<slug:public_id>", lobby.challenge, name="challenge"),
    path("join/<str:token>", invitations.accept, name="invitation"),
    path("join/<str:token>/decline", invitations.turn_down, name="decline"),
    path("join/<str:token>/never", invitations.refuse_letters, name="never"),
    path("imprint/", site.imprint, name="imprint"),
    path("privacy/", site.privacy, name="privacy"),
    path("help/", guide.index, name="help"),
    path("help/<slug:name>/", guide.page, name="help-page"),
    path("account/vacation/", vacations.vacation, name="vacation"),
    path("account/calendar/", calendar.subscription, name="calendar"),
    path("calendar/<str:token>.ics", calendar.feed, name="calendar-feed"),
    path("account/hidden-notes/", hidden_notes.hidden_notes, name="hidden-notes"),
    path("account/delete/", account.leave, name="leave"),
    path("go/<str:token>", moves.move, name="move"),
    path("board/<str:token>", boards.board, name="board"),
    path("board/<str:token>/take-back", boards.take_back, name="take-back"),
    path("board/<str:token>/send-now", boards.let_go, name="send-now"),
    path("board/<str:token>/discard", boards.discard, name="discard"),
    path("board/<str:token>/file", record.download_by_link, name="board-file"),
    path("pay/<str:token>", payments.payments, name="payments"),
    path("letter/<str:token>", passed.turn_letter, name="turn-letter"),
    path("more/<str:token>", more.more, name="more"),
    path("again/<str:token>", rematches.again, name="again"),
    path("time/<str:token>", clocks.about_time, name="time"),
    path("trouble/<str:token>", trouble.trouble, name="trouble"),
    path("timeline/<str:token>", timeline.by_letter, name="timeline-link"),
    path("games/<slug:public_id>/", watch.game, name="game"),
    path("games/<slug:public_id>/replay/", replay.replay, name="replay"),
    path("replay/", replay.replay_file, name="replay-file"),
    path("games/<slug:public_id>/rematch", lobby.ask_rematch, name="rematch"),
    path("games/<slug:public_id>/trouble", trouble.from_game, name="report"),
    path("games/<slug:public_id>/timeline/", timeline.signed_in, name="timeline"),
    path("games/<slug:public_id>/file", record.download, name="game-file"),
]
