"""A person over all evenings: ``evenings`` what he played, as posted; ``export`` all that is held on him;
``forgetting`` takes his name away for good."""
