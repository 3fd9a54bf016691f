"""What all rooms of the service use: plain statements, signing, lists of the admin, languages."""
