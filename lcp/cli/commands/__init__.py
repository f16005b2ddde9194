"""The commands: modules with a function of their name, or a :class:`typer.Typer` called ``app``."""
