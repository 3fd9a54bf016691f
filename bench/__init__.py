"""Measurements of speed: `python -m bench [GROUP …]`. Each group is a module beside this file."""
