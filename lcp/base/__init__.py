"""What every storey uses: types, plain constants, tasks, and the interface of estimators."""
