"""Addresses of the embedded mailbox."""

from django.urls import path

from mail.mailbox import views

app_name = "mailbox"
urlpatterns = [
    path("", views.letter_list, name="list"),
    path("<str:key>/", views.letter, name="letter"),
    path("<str:key>/reply", views.reply, name="reply"),
    path("<str:key>/html", views.letter_html, name="html"),
    path("<str:key>/source", views.letter_source, name="source"),
    path("<str:key>/files/<int:number>", views.letter_attachment, name="attachment"),
]
