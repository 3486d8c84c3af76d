"""Reads the pips of real dice in photographs; needs the optional extra ``vision`` (OpenCV, numpy, Pillow)."""
