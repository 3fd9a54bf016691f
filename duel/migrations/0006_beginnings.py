from django.db import migrations
from django.db.models import Prefetch

from duel.integrity.beginnings import digest_of

BATCH = 500


def write_beginnings(apps, schema_editor):
    """Write down what every begun game stands on now; those to come do it when they begin."""
    Game, Seat, Beginning = (apps.get_model("duel", name) for name in ("Game", "Seat", "Beginning"))
    seats = Prefetch("seats", Seat.objects.order_by("number"))
    begun = Game.objects.filter(began_at__isnull=False, status__in=["running", "over"])
    missing = begun.filter(beginning=None).order_by("pk").prefetch_related(seats)
    while games := list(missing[:BATCH]):
        Beginning.objects.bulk_create(_beginning(Beginning, game) for game in games)


def _beginning(model, game):
    seats = list(game.seats.all())
    persons = [seat.person for seat in seats]
    digest = digest_of(game, seats, persons)
    return model(
        game=game, began_at=game.began_at, seq=game.seq, persons=persons, digest=digest
    )


class Migration(migrations.Migration):

    dependencies = [("duel", "0005_records")]

    # A row that was written for good stays when the migration is taken back.
    operations = [migrations.RunPython(write_beginnings, migrations.RunPython.noop)]
