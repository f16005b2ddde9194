"""What a target means in its sentence: senses, definitions, glosses and easier words."""
