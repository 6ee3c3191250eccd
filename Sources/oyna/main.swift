print("oyna")
