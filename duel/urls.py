"""Addresses of the site's own pages and of the games."""

from django.urls import path

from duel.pages import account, boards, more, moves, record, site

app_name = "duel"
urlpatterns = [
    path("", site.home, name="home"),
    path("imprint/", site.imprint, name="imprint"),
    path("privacy/", site.privacy, name="privacy"),
    path("account/delete/", account.leave, name="leave"),
    path("go/<str:token>", moves.move, name="move"),
    path("board/<str:token>", boards.board, name="board"),
    path("board/<str:token>/take-back", boards.take_back, name="take-back"),
    path("board/<str:token>/send-now", boards.let_go, name="send-now"),
    path("board/<str:token>/discard", boards.discard, name="discard"),
    path("more/<str:token>", more.more, name="more"),
    path("games/<slug:public_id>/file", record.download, name="game-file"),
]
