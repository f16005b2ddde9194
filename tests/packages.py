"""Packages that are installed in a folder."""


def install(folder, name, source, entries):
    """Write a module and the metadata of its package, as if it were installed in the folder."""
    (folder / f"{name}.py").write_text(source)
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: scikit-learn\n"
    (metadata / "METADATA").write_text(about)
    (metadata / "top_level.txt").write_text(f"{name}\n")
    (metadata / "entry_points.txt").write_text(entries)
