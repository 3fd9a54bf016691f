"""People, their sessions and tokens, and the sign-ins they ask for."""

from accounts.models.addresses import ChangeOfAddress, SenderAddress, SenderPath
from accounts.models.person import User, UserManager, check_time_zone
from accounts.models.sign_in import ApiToken, RecoveryCode, SecondFactor, Session, SignInRequest

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
