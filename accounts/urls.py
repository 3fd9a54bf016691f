"""Addresses of the pages about oneself."""

from django.urls import URLPattern

app_name = "accounts"
urlpatterns: list[URLPattern] = []
