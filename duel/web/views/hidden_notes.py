"""The page of those whose notes somebody has hidden from themselves."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from duel.play.notes import show_notes, writers_hidden_from


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hidden_notes(request: HttpRequest) -> HttpResponse:
    """Show whose notes are hidden; a press shows them again."""
    reader = cast(User, request.user)
    writers = writers_hidden_from(reader)
    if request.method == "POST":
        for writer in writers:
            if str(writer.pk) == request.POST.get("writer"):
                show_notes(reader=reader, writer=writer)
        return redirect("duel:hidden-notes")
    return render(request, "duel/notes/hidden.html", {"writers": writers})
