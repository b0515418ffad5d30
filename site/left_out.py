"""What the playground leaves out of the package: folders, and modules that it never imports."""

WITHOUT: tuple[str, ...] = ("apps/editor", "apps/printing", "apps/table/static")
WITHOUT += tuple(f"apps/table/{name}.py" for name in ("web_app", "sqlite_store", "connections"))
WITHOUT += tuple(f"apps/table/{name}.py" for name in ("tables_and_tabs", "limits", "allowed_hosts"))
WITHOUT += tuple(f"library/{name}.py" for name in ("apply_fixes", "follow_saves"))
WITHOUT += tuple(f"library/workspace/{name}.py" for name in ("hints", "outline", "rename"))
WITHOUT += ("simulation/traceability.py", "engine/show_flow.py")
