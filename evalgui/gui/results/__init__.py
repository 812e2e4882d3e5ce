"""Any result in the window: models and views that know no topic."""
