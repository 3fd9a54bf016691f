"""The addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("accounts.urls")),
    path("", include("duel.urls")),
]
if settings.MAILBOX_ENABLED:
    urlpatterns.append(path("mailbox/", include("mail.urls")))
