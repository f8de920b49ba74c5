@node "%~dp0solc" %*
