import OynaEngine

/// What this format has for a name that somebody knows from another one (HTML, React, SwiftUI,
/// Adaptive Cards, SurveyJS, DivKit): too far from any name of ours for ``NearestName``.
enum FamiliarName {
  /// A correction for a component type that the format does not know.
  static func component(_ name: String) -> String? {
    switch folded(name) {
    case "input", "textfield", "inputtext", "edittext", "textbox", "comment": "text_input"
    case "textarea", "multiline": "text_area"
    case "inputnumber", "numeric", "integer": "number_input"
    case "password", "securefield", "passwordfield": "secure_input"
    case "inputdate", "datepicker", "calendar": "date_input"
    case "select", "picker", "combobox", "inputchoiceset", "autocomplete": "dropdown"
    case "radio", "radiobuttons", "segmented": "radio_group"
    case "switch", "toggle", "inputtoggle": "toggle_switch"
    case "file", "upload", "filepicker": "file_input"
    case "otp", "pincode", "smscode": "otp_input"
    case "money", "amount", "currency": "money_input"
    case "paneldynamic", "repeater", "array", "fieldarray": "repeating_group"
    case "column", "container", "stack", "div", "view", "columnset": "vstack"
    case "row", "flex": "hstack"
    case "zlayer", "overlay": "zstack"
    case "label", "textblock", "paragraph", "heading", "title", "markdown": "text"
    case "panel", "fieldset", "group": "section"
    case "wizard", "pages", "steps": "stepper_flow"
    case "listview", "collection", "table", "lazycolumn", "gallery": "list, in a `load`"
    case "separator", "line", "hr": "divider"
    case "spinner", "loader", "activityindicator", "progressbar": "progress"
    case "a", "hyperlink", "anchor": "link"
    case "img", "picture", "asyncimage": "image"
    case "submit", "actionsubmit", "cta": "button, with `\"on\": {\"tap\": …}`"
    default: nil
    }
  }

  /// A correction for a rule that the format does not know.
  static func rule(_ name: String) -> String? {
    switch folded(name) {
    case "pattern", "regexp", "match", "matches": "regex"
    case "notempty", "nonempty", "presence", "mandatory", "isrequired": "required"
    case "minimum", "gte", "minvalue": "min"
    case "maximum", "lte", "maxvalue": "max"
    case "enum", "in", "isin": "oneOf"
    case "sameas", "equalto", "confirmed", "equals": "equalsField"
    case "tel", "msisdn", "phonenumber": "phone"
    case "creditcard", "cardnumber", "pan": "luhn"
    case "async", "server", "ajax": "remote"
    case "custom", "cel", "function", "script": "expression"
    case "uri", "href": "url"
    case "multipleof": "step"
    default: nil
    }
  }

  /// A correction for an action that the format does not know.
  static func action(_ name: String) -> String? {
    switch folded(name) {
    case "submitform", "post", "send", "save": "submit"
    case "http", "fetch", "call", "api", "get": "request"
    case "toast", "notify", "message": "snackbar"
    case "dialog", "modal", "confirm": "alert"
    case "openlink", "browse", "browser", "openweb": "open_url"
    case "back", "goback", "pop", "push", "route", "open", "goto": "navigate, with `mode`"
    case "setstate", "set", "assign", "update", "setvariable": "set_value"
    case "if", "condition", "switch": "when"
    case "batch", "all", "chain", "multiple": "sequence"
    case "refresh": "reload"
    case "analytics", "log", "event": "track"
    case "vibrate": "haptic"
    case "clear", "clearform": "reset"
    default: nil
    }
  }

  /// A correction for a member that a component does not have.
  static func member(_ name: String, of entry: ComponentEntry) -> String? {
    switch folded(name) {
    case "visibleif", "showif", "showwhen", "displayif", "isvisible", "visible", "if":
      return "visibleWhen"
    case "hidden", "hiddenif", "hidewhen", "hideif", "ishidden":
      return "visibleWhen, with the opposite condition"
    case "enableif", "enabledif", "isenabled", "enabled": return "enabledWhen"
    case "disabled", "disabledif", "disabledwhen", "isdisabled":
      return "enabledWhen, with the opposite condition"
    case "rules", "validators", "validate", "validator", "constraints": return "validations"
    case "isrequired", "required", "mandatory":
      return "validations, with `{\"rule\": \"required\", …}`"
    case "default", "defaultvalue", "initialvalue", "initial": return "value, in `props`"
    case "name", "key", "field", "fieldid", "bind", "binding":
      return "stateKey, in `props`"
    case "items", "elements", "components", "content", "body": return "children"
    case "action": return entry.events.first.map { "on, as `\"on\": {\"\($0)\": …}`" }
    case let event where event.hasPrefix("on") && event.count > 2:
      guard let first = entry.events.first else { return nil }
      let named = entry.events.first { "on" + folded($0) == event } ?? first
      return "on, as `\"on\": {\"\(named)\": …}`"
    default: return nil
    }
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
