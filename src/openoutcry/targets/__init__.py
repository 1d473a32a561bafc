"""Where the rules run: native code and its cache, WebAssembly, and the manifest that describes a game to other
languages.
"""
