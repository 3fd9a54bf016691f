"""Very many games, made by the database itself."""

from django.db import connection

from duel.models import Game, Seat

OTHERS = {
    *("id", "public_id", "status", "deadline", "alarm_at", "to_move", "result", "ended_at"),
    "moved_at",
}


def crowd(like: Game, *, over: int, running: int) -> None:
    """Add so many games like this one, with people of their own in the first seat of each."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM accounts_user")
        (last_person,) = cursor.fetchone()
        cursor.execute("SELECT coalesce(max(id), 0) FROM duel_game")
        (last_game,) = cursor.fetchone()
        every = over + running
        people = _columns("accounts_user", without={"id", "email", "name", "public_id"})
        cursor.execute(
            f"""INSERT INTO accounts_user (id, email, name, public_id, {people})
            SELECT %s + n, 'p' || n || '@crowd.example', 'Person ' || n, 'p' || n, {people}
            FROM accounts_user, generate_series(1, %s) n WHERE accounts_user.id = %s""",
            [last_person, every, last_person],
        )
        games = _columns("duel_game", without=OTHERS)
        cursor.execute(
            f"""INSERT INTO duel_game
              (id, public_id, status, deadline, alarm_at, to_move, ended_at, moved_at, {games})
            SELECT %s + n, 'm' || n, CASE WHEN n <= %s THEN 'running' ELSE 'over' END,
              CASE WHEN n <= %s THEN now() + n * interval '1 minute' END,
              CASE WHEN n <= %s THEN now() + n * interval '1 minute' END,
              CASE WHEN n <= %s THEN 0 END, CASE WHEN n > %s THEN now() END,
              now() - n * interval '1 second', {games}
            FROM duel_game, generate_series(1, %s) n WHERE duel_game.id = %s""",
            [last_game, *[running] * 5, every, like.pk],
        )
        seats = _columns(
            "duel_seat", without={"id", "game_id", "number", "user_id", "is_to_move", "person"}
        )
        cursor.execute(
            f"""INSERT INTO duel_seat (game_id, number, user_id, is_to_move, person, {seats})
            SELECT %s + n, 0, %s + n, n <= %s, 'p' || n, {seats}
            FROM duel_seat, generate_series(1, %s) n WHERE duel_seat.id = %s""",
            [last_game, last_person, running, every, Seat.objects.filter(game=like)[0].pk],
        )
        entries = _columns("duel_entry", without={"id", "game_id", "seq"})
        cursor.execute(
            f"""INSERT INTO duel_entry (game_id, seq, {entries})
            SELECT %s + n, seq, {entries} FROM duel_entry, generate_series(1, %s) n
            WHERE game_id = %s AND seq < 4""",
            [last_game, every, like.pk],
        )
        cursor.execute("ANALYZE")


def _columns(table: str, *, without: set[str]) -> str:
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, table)
    return ", ".join(column.name for column in columns if column.name not in without)
