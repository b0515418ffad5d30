"""Why a choice is offered or not, and how a value comes about."""
