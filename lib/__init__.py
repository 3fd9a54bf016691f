"""What every room of the service uses: plain statements, signing, lists of the admin, addresses."""
