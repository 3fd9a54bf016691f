"""What the two machines draw from: how long things take, where people live, when it is quiet."""

from datetime import time

from hypothesis import strategies as st

ZONES = ("UTC", "Europe/Rome", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland")
NIGHTS = (None, (time(22), time(7)), (time(20), time(8)))
passing = st.sampled_from([1, 9, 60, 61, 180, 719, 720, 1440, 2000, 4320, 10_081])
hours = st.sampled_from([1, 5, 24, 48])
seats = st.integers(0, 1)
