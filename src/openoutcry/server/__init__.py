"""What a browser needs: the page, the messages it speaks, and a server of both."""
