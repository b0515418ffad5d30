"""Tests of the analyses of whole rulebooks."""
