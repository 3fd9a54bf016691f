"""Addresses of the site's own pages and of the games."""

from django.urls import path

from duel.pages import record, site

app_name = "duel"
urlpatterns = [
    path("", site.home, name="home"),
    path("imprint/", site.imprint, name="imprint"),
    path("privacy/", site.privacy, name="privacy"),
    path("games/<slug:public_id>/file", record.download, name="game-file"),
]
