"""Addresses of the site's own pages and of the games."""

from django.urls import URLPattern

app_name = "duel"
urlpatterns: list[URLPattern] = []
