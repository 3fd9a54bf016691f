"""Addresses of the embedded mailbox."""

from django.urls import URLPattern

app_name = "mailbox"
urlpatterns: list[URLPattern] = []
