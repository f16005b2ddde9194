"""What people read: model cards, explanations and their pictures."""
