"""The tables of games, seats, secrets and notices."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lib.signing import new_public_id


class Status(models.TextChoices):
    """The stages of a game's life."""

    PROPOSED = "proposed", _("proposed")
    RUNNING = "running", _("running")
    OVER = "over", _("over")
    OFF = "off", _("never began")


class Leaving(models.TextChoices):
    """What becomes of a game of three or four when a player leaves it: the text of `retire`."""

    OUT = "out", _("the others play on")
    SCORE = "score", _("the game ends and is scored")
    OPEN = "open", _("the seat is offered to others")
    BOT = "bot", _("a bot plays on in the seat")


UNDATED = models.Q(deadline__isnull=True) | models.Q(alarm_at__gt=models.F("deadline"))
"""No moment is known at which the time is up, or nobody will look at it then."""

WITH_KNOWN_RESULT = models.Q(is_damaged=False) | models.Q(settlement__isnull=False)
"""The result is that of the log, or operators have decided it where the log is damaged."""


class Game(models.Model):
    """One game: what was agreed, and columns derived from its log."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    game = models.CharField(_("game"), max_length=16)
    rules = models.PositiveSmallIntegerField(_("version of the rules"))
    options = models.JSONField(_("options"), default=dict)
    is_public = models.BooleanField(_("anyone may watch"), default=False)
    # None of the games proposed before there were warnings agreed on them.
    warns = models.BooleanField(_("players are warned"), default=False)
    is_listed = models.BooleanField(_("anyone may join"), default=False)
    leaving = models.CharField(
        _("when a player leaves"),
        max_length=8,
        choices=Leaving.choices,
        default=Leaving.OUT,
        db_default=Leaving.OUT,
    )
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    commitment = models.CharField(_("commitment"), max_length=64)
    # The format of its record. In those proposed before format 2 the words of players who gave none
    # were drawn freely; since then they are derived from the secret: see `engine.record`.
    record_format = models.PositiveSmallIntegerField(default=1, db_default=1, editable=False)
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches"
    )

    # The time control, in seconds: the first `grace` of a turn is free, the rest comes off the
    # bank; a finished turn adds the increment, never above the cap.
    grace = models.PositiveIntegerField(_("grace"), default=3 * 24 * 3600)
    bank = models.PositiveIntegerField(_("bank"), default=0)
    increment = models.PositiveIntegerField(_("increment"), default=0)
    cap = models.PositiveIntegerField(_("cap"), default=0)
    free_weekends = models.BooleanField(_("free weekends"), default=False)
    late_may_be_claimed = models.BooleanField(_("a late turn may be claimed"))

    status = models.CharField(
        _("status"), max_length=8, choices=Status.choices, default=Status.PROPOSED
    )
    proposed_at = models.DateTimeField(_("proposed"))
    off_because = models.CharField(_("why it never began"), max_length=16, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    began_at = models.DateTimeField(_("began"), null=True, blank=True)
    # Up to this ply, which it had reached when links got a signature of two parts, the old form is
    # good; none for games proposed since.
    old_links_until = models.PositiveIntegerField(null=True, blank=True, editable=False)

    # Derived: `duel.record.log` writes these from the engine's answer, and nothing else does.
    seq = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(null=True, blank=True)
    head = models.CharField(max_length=64, blank=True)
    result = models.JSONField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # From this moment on anyone may see the secret, and the game can no longer be reopened.
    secret_opens_at = models.DateTimeField(null=True, blank=True)

    # The last turn, or the steps of one under way, as far as its player may take it back: whose it
    # is, since when, and until when (empty while the turn is under way). Then where the game stood
    # before it, which is all that others are shown until it is final: see `duel.record.finality`.
    unsent_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    unsent_since = models.DateTimeField(null=True, blank=True)
    unsent_until = models.DateTimeField(null=True, blank=True)
    known_seq = models.PositiveIntegerField(default=0)
    known_ply = models.PositiveIntegerField(default=0)
    known_turn = models.PositiveIntegerField(default=0)
    known_head = models.CharField(max_length=64, blank=True)
    known_moved_at = models.DateTimeField(null=True, blank=True)
    known_deadline = models.DateTimeField(null=True, blank=True)

    # The clock of the turn, which `duel.record.clock` writes along with the derived columns:
    # when the time is up, if it runs, and when there is next something to do about it.
    deadline = models.DateTimeField(null=True, blank=True)
    alarm_at = models.DateTimeField(null=True, blank=True)
    # Outages that ended up to this moment are counted in the deadline.
    clock_as_of = models.DateTimeField(null=True, blank=True)

    # A check found that the record was altered: readers and writers stop at it.
    # `duel.integrity.divergences` writes this column.
    is_damaged = models.BooleanField(_("record is damaged"), default=False, db_default=False)

    # What the columns follow instead of a log that is broken: see `duel.record.settlements`.
    settlement = models.ForeignKey(
        "support.Settlement",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        # Nobody looks for it, and an index on a table of many games costs time.
        db_index=False,
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        default_permissions = ("view",)
        permissions = [
            ("adjudicate_game", _("Can decide about games")),
            ("reveal_game", _("Can see what is hidden in a game")),
        ]
        indexes = [
            models.Index(
                fields=["moved_at"],
                condition=models.Q(status=Status.RUNNING),
                name="duel_game_running",
            ),
            models.Index(
                fields=["alarm_at"],
                condition=models.Q(status=Status.RUNNING, alarm_at__isnull=False),
                name="duel_game_alarm",
            ),
            models.Index(
                fields=["deadline"],
                condition=models.Q(status=Status.RUNNING, deadline__isnull=False),
                name="duel_game_deadline",
            ),
            # Few, and what operators look for: clocks that stand still, or that nobody can keep.
            models.Index(
                fields=["moved_at"],
                condition=models.Q(status=Status.RUNNING) & UNDATED,
                name="duel_game_undated",
            ),
            # The club page counts the games that ended lately.
            models.Index(
                fields=["ended_at"],
                condition=models.Q(status=Status.OVER),
                name="duel_game_ended",
            ),
            models.Index(
                fields=["expires_at"],
                condition=models.Q(status=Status.PROPOSED),
                name="duel_game_proposed",
            ),
            models.Index(
                fields=["proposed_at"],
                condition=models.Q(status=Status.PROPOSED, is_listed=True),
                name="duel_game_listed",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_settled(self) -> bool:
        """Whether it is over by a settlement: then nothing is written to its log."""
        return self.settlement is not None and self.settlement.is_end

    @property
    def is_stopped_by_damage(self) -> bool:
        """Whether its record is damaged and operators have not ended it: nobody can play on."""
        return self.is_damaged and not self.is_settled

    @property
    def is_late(self) -> bool:
        """Whether the time of the turn is up, even if no sweep has seen that yet."""
        return self.deadline is not None and self.deadline <= timezone.now()


class GameSecret(models.Model):
    """The secret of the shuffle, in a table of its own so that no list, form or dump shows it."""

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True, related_name="+")
    secret = models.BinaryField(editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"secret of {self.game_id}"


def new_person_id() -> str:
    """Return a random id under which the log knows a person in one seat of one game."""
    return secrets.token_urlsafe(12)


class Seat(models.Model):
    """One place at the table: invited by address or open at first, then a person's."""

    # No index of its own: the one on game and number begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    invited_address = models.EmailField(_("invited address"), blank=True)
    person = models.CharField(max_length=32, default=new_person_id, editable=False)
    nonce = models.CharField(_("word for the shuffle"), max_length=200, blank=True)
    # Whether the word was derived from the secret, as its player gave none.
    is_word_derived = models.BooleanField(default=False, db_default=False, editable=False)
    joined_at = models.DateTimeField(_("joined"), null=True, blank=True)
    # What its player was called when they sat down, if they have another name since.
    former_name = models.CharField(
        _("former name"), max_length=40, blank=True, default="", db_default="", editable=False
    )
    # When its player took it from somebody else in the running game; nothing from before is theirs.
    taken_at = models.DateTimeField(_("taken over"), null=True, blank=True, editable=False)
    # The epoch of the first links of its player: those of earlier ones were made for somebody else.
    taken_epoch = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Raised when links are revoked, the address changes or another person takes the seat: every
    # link signed before is dead then.
    link_epoch = models.PositiveIntegerField(default=0)

    # Derived: whether this seat is to move, so that "my turns" is one indexed look.
    is_to_move = models.BooleanField(default=False)

    # Derived: when its player left a game that the others play on, and, while it is offered to
    # somebody else, until when that is.
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    open_until = models.DateTimeField(_("offered until"), null=True, blank=True)

    # The clock: what the bank holds, and, of the seat's last turn, its number, what the bank held
    # when it began, and the zone and quiet hours of that moment, which count until the next one.
    bank_left = models.PositiveIntegerField(_("seconds left in the bank"), default=0)
    clock_turn = models.PositiveIntegerField(null=True, blank=True)
    clock_bank = models.PositiveIntegerField(default=0)
    clock_zone = models.CharField(max_length=64, default="UTC")
    clock_quiet_from = models.TimeField(null=True, blank=True)
    clock_quiet_to = models.TimeField(null=True, blank=True)

    # Whether there is anything to look for: most games have none of it, and are not asked.
    has_orders = models.BooleanField(default=False, db_default=False, editable=False)
    has_played_orders = models.BooleanField(default=False, db_default=False, editable=False)
    has_memo = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="duel_seat_once_per_game"),
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(is_to_move=True), name="duel_seat_to_move"
            ),
            models.Index(
                fields=["open_until"],
                condition=models.Q(open_until__isnull=False),
                name="duel_seat_open",
            ),
            models.Index(
                fields=["invited_address"],
                # Good for a beginning of an address as well as for a whole one.
                opclasses=["varchar_pattern_ops"],
                condition=~models.Q(invited_address=""),
                name="duel_seat_invited",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.number}"

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here: it is never written to, and no clock runs for it."""
        return self.user is not None and self.user.is_bot

    @property
    def has_left(self) -> bool:
        """Whether its player has left the game, and the others play on."""
        return self.left_at is not None and self.game.status == Status.RUNNING

    @property
    def viewer(self) -> int | None:
        """Whose view of the position its player sees: once they have left, a spectator's."""
        return self.number if self.left_at is None else None


YOUR_TURN = "your-turn"
TURN_GOES_ON = "turn-goes-on"
REMINDER = "reminder"
DIGEST = "digest"
TURN_ASKED_FOR = "turn-asked-for"

TURN_KINDS = (YOUR_TURN, TURN_GOES_ON)
"""Notices that bring a turn. At each ply of a running game there is one of them."""


def notice_key(public_id: str, seat: int, kind: str, mark: int) -> str:
    """Return the unique key of a notice: there is one for each `mark`."""
    return f"{public_id}:{seat}:{kind}:{mark}"


class Notice(models.Model):
    """An intent to tell one seat one thing, written in the same transaction as its cause.

    Its key is unique, so that no letter is sent twice. It holds no link and no text: its letter is
    built later, if it is still true then.
    """

    # No index of its own: the one on game and ply begins with it.
    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", db_index=False)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=32)
    ply = models.PositiveIntegerField()
    key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    # The head of the chain that its letter carried: letters are deleted one day, this stays.
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [models.Index(fields=["game", "ply"], name="duel_notice_of_ply")]

    def __str__(self) -> str:
        return self.key

    @property
    def mark(self) -> int:
        """What its key ends with: the ply, or the seq for acts that leave the ply alone."""
        return int(self.key.rpartition(":")[2])
