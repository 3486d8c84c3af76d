"""Development only: renders dice, fits the networks and exports them; needs the extra ``train``."""
