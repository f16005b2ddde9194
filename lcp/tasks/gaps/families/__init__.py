"""Feature families of the tasks on gaps with options."""
