"""Tests of the engine; they need pytest and hypothesis, nothing else."""
