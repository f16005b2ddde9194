"""Feature families of vocabulary for learners with a first language."""
