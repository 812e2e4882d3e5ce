"""What biometrics and speaker recognition ask of scores."""
