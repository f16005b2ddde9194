"""The commands: each module has a function of its name, or a :class:`typer.Typer` called ``app``."""
