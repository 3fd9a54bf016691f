"""Addresses of the pages about oneself."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/letter/", views.letter_on_its_way, name="letter-on-its-way"),
    path("in/<str:token>", views.sign_in_link, name="sign-in-link"),
    path("sign-out/", views.sign_out, name="sign-out"),
]
