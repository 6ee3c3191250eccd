// The storage contract.
