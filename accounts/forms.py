"""Forms about oneself."""

from django import forms
from django.utils.translation import gettext_lazy as _


class AddressForm(forms.Form):
    """Asks for the address to which the sign-in letter goes."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class NewcomerForm(forms.Form):
    """Asks a newcomer for the name that opponents will see."""

    name = forms.CharField(
        label=_("The name that others see"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autofocus": True}),
    )
