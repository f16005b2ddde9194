"""What people read: model cards."""
