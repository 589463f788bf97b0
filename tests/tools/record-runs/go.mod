module sawtooth/record-runs

go 1.26
