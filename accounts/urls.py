"""Addresses of the pages about oneself."""

from django.urls import path

from accounts.views import addresses, preferences, second_factor, sessions, sign_in

app_name = "accounts"
urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/<uuid:request_id>/", sign_in.sign_in_code, name="sign-in-code"),
    path("in/<str:token>", sign_in.sign_in_link, name="sign-in-link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("second-factor/", second_factor.second_factor, name="second-factor"),
    path("second-factor/setup/", second_factor.setup, name="second-factor-setup"),
    path("me/", preferences.preferences, name="preferences"),
    path("account/tokens/", sessions.tokens, name="tokens"),
    path("me/browsers/", sessions.browsers, name="browsers"),
    path("me/address/<str:token>", addresses.address_link, name="address-link"),
    path("me/undo/<str:token>", addresses.undo_link, name="undo-link"),
    path("me/path/<str:token>", addresses.path_link, name="path-link"),
    path("me/sender/<str:token>", addresses.sender_link, name="sender-link"),
    path("me/<str:token>", preferences.preferences_link, name="preferences-link"),
]
