"""Scorekeeper keeps the score of dice games played with real dice.

The engine (``scorekeeper.engine``) is pure and imports nothing but the standard library; the web, the store and
the reader of photographs are plugged onto it from outside.
"""
