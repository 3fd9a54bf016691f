"""What is known of who asks: device, network, how often."""
