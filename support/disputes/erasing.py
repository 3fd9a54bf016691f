"""What becomes of reports when somebody deletes their account."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from support.models import UNSETTLED, Dispute, DisputeAddition, DisputeRemark

NO_WORDS = {"text": "", "resolution": "", "word_to_opponent": ""}


@transaction.atomic
def erase_reports(user: User) -> None:
    """Erase every word of the person's reports; that there were some stays, without a name.

    What nobody has answered yet is put aside: there is nobody left to answer. Reports that the
    person had taken as an operator go back into the queue.
    """
    theirs = Dispute.objects.filter(reporter=user)
    DisputeAddition.objects.filter(dispute__in=theirs).delete()
    DisputeRemark.objects.filter(dispute__in=theirs).delete()
    theirs.filter(state__in=UNSETTLED).update(
        state=Dispute.State.DISMISSED, settled_at=timezone.now()
    )
    theirs.update(reporter=None, note=None, **NO_WORDS)
    DisputeRemark.objects.filter(author=user).update(author=None)
    taken = Dispute.objects.filter(assigned_to=user)
    taken.filter(state=Dispute.State.ASSIGNED).update(state=Dispute.State.OPEN, assigned_to=None)
    taken.update(assigned_to=None)
