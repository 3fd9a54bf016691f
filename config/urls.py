"""The addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from accounts.views.preferences import set_language
from mail.inbound.ways.webhook import inbound_pages
from mail.mutes import unsubscribe
from mail.reports.views import report_pages

handler500 = "config.pages.answer_error"

urlpatterns: list[URLPattern | URLResolver] = [
    # Where the letters of earlier versions lead operators.
    re_path(
        r"^admin/duel/(?P<page>(?:dispute|decision)/.*)$",
        RedirectView.as_view(url="/admin/support/%(page)s", query_string=True),
    ),
    path("admin/", admin.site.urls),
    # Browsers ask for it on pages that name no icon, such as those of the admin.
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}favicon.svg")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("me/unsubscribe/<str:token>", unsubscribe, name="unsubscribe"),
    path("api/v1/", include("duel.api.urls")),
    path("", include("accounts.urls")),
    path("", include("duel.web.urls")),
]
if settings.MAILBOX_ENABLED:
    urlpatterns.append(path("mailbox/", include("mail.mailbox.urls")))
urlpatterns += report_pages() + inbound_pages()
