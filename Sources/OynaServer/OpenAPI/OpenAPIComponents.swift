extension OpenAPIDocument {
  /// `components` of the document: schemas, parameters, bodies and answers, by the names that
  /// ``OpenAPIOperation`` has for them.
  static let components = #"""
    {
      "schemas": {
        "Problem": {
          "description": "RFC 9457. A client decides by the type, or by the errors of fields.",
          "type": "object", "required": ["type", "title", "status"],
          "properties": {
            "type": {"type": "string", "pattern": "^/problems/[a-z0-9-]+$"},
            "title": {"type": "string"}, "status": {"type": "integer", "minimum": 400},
            "detail": {"type": "string"}, "hint": {"type": "string"},
            "line": {"type": "integer"}, "column": {"type": "integer"},
            "errors": {"type": "object", "additionalProperties": {"type": "string"}}
          }
        },
        "Answer": {
          "description": "What a page does next: Docs/Format/Answers.md.", "type": "object",
          "properties": {
            "screen": {"$ref": "#/components/schemas/Screen"},
            "actions": {"type": "array", "items": {"type": "object", "required": ["type"]}},
            "patch": {"type": "array", "items": {"type": "object", "required": ["op"]}}
          }
        },
        "Screen": {
          "description": "oyna schema prints all of it.", "type": "object",
          "required": ["oyna", "id", "title", "body"],
          "properties": {
            "oyna": {"type": "string"}, "id": {"type": "string"}, "title": {"type": "string"},
            "state": {"type": "object"}, "body": {"type": "object", "required": ["type"]}
          }
        },
        "MessageContent": {
          "type": "object", "required": ["id", "conversation", "text"],
          "properties": {
            "id": {"type": "string", "minLength": 1, "maxLength": 32},
            "conversation": {"type": "string", "minLength": 1, "maxLength": 32},
            "text": {"type": "string", "minLength": 1, "maxLength": 4096}
          }
        },
        "Message": {
          "type": "object", "required": ["id", "conversation", "text", "created"],
          "properties": {
            "id": {"type": "string"}, "conversation": {"type": "string"},
            "text": {"type": "string"}, "created": {"type": "string", "format": "date-time"}
          }
        },
        "TransferContent": {
          "type": "object", "required": ["id", "from", "to", "amount", "currency"],
          "properties": {
            "id": {"type": "string", "minLength": 1, "maxLength": 32},
            "from": {"type": "string", "minLength": 1, "maxLength": 32},
            "to": {"type": "string", "minLength": 1, "maxLength": 32},
            "amount": {"type": "integer", "format": "int64", "minimum": 1},
            "currency": {"type": "string", "minLength": 1, "maxLength": 32}
          }
        },
        "Transfer": {
          "type": "object", "required": ["id", "from", "to", "amount", "currency", "created"],
          "properties": {
            "id": {"type": "string"}, "from": {"type": "string"}, "to": {"type": "string"},
            "amount": {"type": "integer"}, "currency": {"type": "string"},
            "created": {"type": "string", "format": "date-time"}, "reverses": {"type": "string"}
          }
        },
        "Question": {
          "type": "object", "required": ["key", "value"],
          "properties": {"key": {"type": "string"}, "value": {}}
        }
      },
      "parameters": {
        "IdempotencyKey": {
          "name": "Idempotency-Key", "in": "header", "required": true,
          "description": "Made once, sent again with each retry; a string in double quotes.",
          "schema": {"type": "string", "pattern": "^\"[A-Za-z0-9-]{1,200}\"$"}
        },
        "AcceptLanguage": {
          "name": "Accept-Language", "in": "header", "schema": {"type": "string"}
        },
        "ContentDisposition": {
          "name": "Content-Disposition", "in": "header", "schema": {"type": "string"}
        },
        "lang": {"name": "lang", "in": "query", "schema": {"type": "string"}},
        "conversation": {"name": "conversation", "in": "query", "schema": {"type": "string"}},
        "cursor": {
          "name": "cursor", "in": "query",
          "schema": {"type": "string", "pattern": "^[0-9]{1,6}\\.[1-9][0-9]{0,2}$"}
        },
        "q": {"name": "q", "in": "query", "schema": {"type": "string"}},
        "seen": {"name": "seen", "in": "query", "schema": {"type": "string"}}
      },
      "requestBodies": {
        "Nothing": {
          "required": true, "content": {"application/json": {"schema": {"type": "object"}}}
        },
        "Question": {
          "required": true,
          "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/Question"}}
          }
        },
        "Message": {
          "required": true,
          "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/MessageContent"}}
          }
        },
        "Transfer": {
          "required": true,
          "content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/TransferContent"}}
          }
        },
        "File": {
          "required": true,
          "content": {
            "application/pdf": {"schema": {"type": "string", "format": "binary"}},
            "image/png": {"schema": {"type": "string", "format": "binary"}}
          }
        },
        "Payment": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["order", "method"],
                "properties": {"order": {"type": "string"}, "method": {"type": "string"}}
              }
            }
          }
        },
        "PaymentInput": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "properties": {
                  "phone": {"type": "string"}, "code": {"type": "string"},
                  "months": {"type": "integer"}
                }
              }
            }
          }
        },
        "Payme": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["method", "params", "id"],
                "properties": {
                  "method": {"type": "string"}, "params": {"type": "object"},
                  "id": {"type": "integer"}
                }
              }
            }
          }
        },
        "Click": {
          "required": true,
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": {
                "type": "object",
                "properties": {
                  "click_trans_id": {"type": "string"}, "service_id": {"type": "string"},
                  "merchant_trans_id": {"type": "string"}, "amount": {"type": "string"},
                  "action": {"type": "string"}, "error": {"type": "string"},
                  "sign_time": {"type": "string"}, "sign_string": {"type": "string"}
                }
              }
            }
          }
        },
        "Form": {
          "required": true,
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": {
                "type": "object",
                "properties": {"do": {"type": "string"}, "card": {"type": "string"}}
              }
            }
          }
        }
      },
      "responses": {
        "Problem": {
          "description": "What went wrong, and what would be right.",
          "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
          }
        },
        "NotModified": {"description": "What the client has is what there is."},
        "NoContent": {"description": "It was taken."},
        "SeeOther": {"description": "Go on there."},
        "Text": {
          "description": "Text.", "content": {"text/plain": {"schema": {"type": "string"}}}
        },
        "Events": {
          "description": "Events.",
          "content": {"text/event-stream": {"schema": {"type": "string"}}}
        },
        "HTML": {
          "description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}
        },
        "Object": {
          "description": "An object.",
          "content": {"application/json": {"schema": {"type": "object"}}}
        },
        "Answer": {
          "description": "What the page does next.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Answer"}}}
        },
        "Screen": {
          "description": "A screen.",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Screen"}}}
        },
        "Screens": {
          "description": "The screens.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["screens"],
                "properties": {
                  "screens": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["id", "url"],
                      "properties": {
                        "id": {"type": "string"}, "title": {"type": "string"},
                        "url": {"type": "string"}
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "Verdict": {
          "description": "Whether the value passes.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["valid"],
                "properties": {"valid": {"type": "boolean"}, "message": {"type": "string"}}
              }
            }
          }
        },
        "Upload": {
          "description": "What the form keeps and submits.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["id", "name", "size", "type"],
                "properties": {
                  "id": {"type": "string"}, "name": {"type": "string"},
                  "size": {"type": "integer"}, "type": {"type": "string"}
                }
              }
            }
          }
        },
        "Message": {
          "description": "A message.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["message"],
                "properties": {"message": {"$ref": "#/components/schemas/Message"}}
              }
            }
          }
        },
        "Messages": {
          "description": "Messages.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["messages"],
                "properties": {
                  "messages": {
                    "type": "array", "items": {"$ref": "#/components/schemas/Message"}
                  }
                }
              }
            }
          }
        },
        "Transfer": {
          "description": "A transfer.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["transfer"],
                "properties": {"transfer": {"$ref": "#/components/schemas/Transfer"}}
              }
            }
          }
        },
        "Transfers": {
          "description": "Transfers.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["transfers"],
                "properties": {
                  "transfers": {
                    "type": "array", "items": {"$ref": "#/components/schemas/Transfer"}
                  }
                }
              }
            }
          }
        },
        "Accounts": {
          "description": "Accounts, and the same as options of a dropdown.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["accounts", "options"],
                "properties": {
                  "accounts": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["id", "name", "currency", "balance"],
                      "properties": {"balance": {"type": "integer"}}
                    }
                  },
                  "options": {
                    "type": "array",
                    "items": {"type": "object", "required": ["value", "label"]}
                  }
                }
              }
            }
          }
        },
        "Order": {
          "description": "An order.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["order"],
                "properties": {
                  "order": {
                    "type": "object",
                    "required": ["id", "number", "status", "lines", "total", "currency"],
                    "properties": {"total": {"type": "integer"}}
                  }
                }
              }
            }
          }
        },
        "Posts": {
          "description": "A page of posts.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["posts", "next"],
                "properties": {
                  "posts": {
                    "type": "array", "items": {"type": "object", "required": ["id", "title"]}
                  },
                  "next": {"type": ["string", "null"]}
                }
              }
            }
          }
        },
        "Payme": {
          "description": "A result or an error of JSON-RPC, always with status 200.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "anyOf": [{"required": ["result"]}, {"required": ["error"]}],
                "properties": {
                  "error": {
                    "type": "object", "required": ["code", "message"],
                    "properties": {"code": {"type": "integer"}}
                  }
                }
              }
            }
          }
        },
        "Click": {
          "description": "Always with status 200.",
          "content": {
            "application/json": {
              "schema": {
                "type": "object", "required": ["error", "error_note"],
                "properties": {
                  "error": {"type": "integer"}, "error_note": {"type": "string"}
                }
              }
            }
          }
        }
      }
    }
    """#
}
