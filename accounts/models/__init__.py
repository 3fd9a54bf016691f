"""People, their sessions and tokens, and the sign-ins they ask for."""

from accounts.models.address_change import ChangeOfAddress
from accounts.models.api_token import ApiToken
from accounts.models.person import User, UserManager, check_time_zone
from accounts.models.second_factor import RecoveryCode, SecondFactor
from accounts.models.sender import SenderAddress, SenderPath
from accounts.models.session import Session
from accounts.models.sign_in import SignInRequest

__all__ = [
    "ApiToken",
    "ChangeOfAddress",
    "RecoveryCode",
    "SecondFactor",
    "SenderAddress",
    "SenderPath",
    "Session",
    "SignInRequest",
    "User",
    "UserManager",
    "check_time_zone",
]
