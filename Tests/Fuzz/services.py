"""What a screen of screens.py has besides a form: carts, commands, the queue, lists that load, paying."""

PRODUCTS = [
    {"id": "non", "title": "Non", "unitPrice": 450000, "stock": 4},
    {"id": "choy", "title": "Choy", "unitPrice": 2800000},
    {"id": "asal", "title": "Asal", "unitPrice": 8500000, "stock": 0},
    {"id": "oltin", "title": "Oltin", "unitPrice": 9000000000000000000}]
CODES = [
    {"code": "OFF10", "basisPoints": 1000, "minimumSubtotal": 1000000}, {"code": "SALOM", "amount": 500000},
    {"code": "HAMMASI", "basisPoints": 10000}]
METHODS = ["payme", "card", "click", "applepay", "installment"]


class Services:
    """The part of a screen that talks to a shop, a bank and a network."""

    def service(self, depth):
        return self.pick([self.cart, self.cart, self.load, self.load, self.queue, self.undo_bar, self.payment,
                          self.chat, self.money])(depth)

    def cart(self, depth):
        identifier = self.name("k")
        self.carts.append(identifier)
        self.ids.append(identifier)
        component = {"id": identifier, "type": "cart", "props": {
            "label": self.template(), "maxQuantity": self.pick([1, 5, 20, 1000000]),
            "products": self.random.sample(PRODUCTS, self.random.randrange(1, 5)),
            "promoCodes": self.random.sample(CODES, self.random.randrange(0, 4))}}
        if self.chance(30):
            component["validations"] = [{"rule": "required", "errorMessage": "bo'sh"}]
        if self.chance(20):
            product = self.pick(component["props"]["products"])["id"]
            component["props"]["value"] = {"lines": [{"product": product, "quantity": 1}]}
        self.conditions(component)
        if "." not in identifier:
            self.members += [f"{identifier}.{member}" for member in ("count", "total", "discount", "promoCode")]
        return component

    def undo_bar(self, depth):
        identifier = self.name("bar")
        self.bars.append(identifier)
        return {"id": identifier, "type": "undo_bar"}

    def queue(self, depth):
        identifier = self.name("q")
        self.queues.append(identifier)
        props = {"title": self.template(), "sent": self.pick([0, 1, 3])}
        if self.chance(30):
            props["lane"] = self.pick(["account/", "orders", "conversation/"])
        if self.chance(30):
            props["layout"] = self.pick(["list", "chat"])
        return {"id": identifier, "type": "queue_status", "props": props}

    def load(self, depth):
        identifier = self.name("list")
        self.loads.append(identifier)
        props = {"source": "/api/posts?q={{ " + self.reference() + " }}", "pullToRefresh": self.chance(50),
                 "retries": self.pick([0, 1, 3]), "debounce": self.pick([0, 300]),
                 "policy": self.pick(["network_first", "cache_first", "stale_while_revalidate"])}
        inner = self.name("item")
        title = "{{ data.title }}"
        if self.chance(75):
            props.update(items="data.posts", itemId="item.id")
            if self.chance(60):
                props["nextCursor"] = "data.next"
            title = self.pick(["{{ item.title }}", "{{ index + 1 }}. {{ item.title }}", "{{ item.price | money }}"])
            self.items.append((identifier, inner))
        tap = self.pick([{"type": "snackbar", "message": title}, self.action(0)])
        component = {
            "id": identifier, "type": "load", "props": props,
            "content": {"id": inner, "type": "card", "on": {"tap": tap}, "children": [
                {"type": "text", "props": {"text": title}}]},
            "skeleton": {"type": "text", "props": {"text": "Namuna"}},
            "empty": {"type": "text", "props": {"text": "Topilmadi"}},
            "error": {"type": "text", "props": {"text": "Xato: {{ message }}"}}}
        if self.chance(15):
            del component[self.pick(["skeleton", "empty", "error"])]
        if self.chance(20):
            component["on"] = {"load": self.action(0)}
        self.conditions(component)
        return component

    def payment(self, depth):
        identifier = self.name("pay")
        self.payments.append(identifier)
        return {"id": identifier, "type": "payment_methods",
                "props": {"label": self.template(), "methods": self.random.sample(METHODS, self.random.randrange(1, 4))}}

    def chat(self, depth):
        text = self.field()
        button = self.button()
        button["on"]["tap"] = {
            "type": "command", "command": "send_message", "conversation": "family",
            "text": "{{ " + self.reference(["text"]) + " }}", "title": self.template(), "on": self.outcomes()}
        return {"id": self.name("c"), "type": "vstack", "children": [text, button]}

    def money(self, depth):
        amount = self.name("k")
        self.keys.append((amount, "number"))
        self.ids.append(amount)
        button = self.button()
        button["on"]["tap"] = {
            "type": "command", "command": "transfer_money", "from": self.pick(["card", "{{ " + self.reference() + " }}"]),
            "to": "savings", "amount": "{{ " + amount + " }}", "currency": "UZS", "hold": self.pick([0, 5000]),
            "title": "{{ " + amount + " | money }}", "on": self.outcomes()}
        return {"id": self.name("c"), "type": "vstack", "children": [
            {"id": amount, "type": "money_input", "props": {"label": "Miqdor"}}, button]}

    def outcomes(self):
        return {name: self.action(0) for name in ("queued", "success", "undone", "error") if self.chance(30)}

    # -- actions

    def service_actions(self):
        """More choices of an action, as functions."""
        choices = [lambda: {"type": "pay", "url": "/api/payments", "order": "{{ " + self.reference() + " }}",
                            "on": {"error": {"type": "snackbar", "message": "yo'q"}}},
                   lambda: {"type": "submit", "url": "/orders", "queue": {
                       "lane": "orders", "kind": "order", "identifier": "order_id", "title": self.template(),
                       "lookUp": "/orders/{id}", "undo": {"method": "DELETE", "url": "/orders/{id}"}}}]
        if len(self.secrets) > 1:
            choices.append(lambda: {"type": "pay", "url": "/api/payments/card", "card": {
                "url": "/provider", "merchant": "m1", "number": self.secrets[0], "expiry": self.secrets[1]}})
        if self.loads:
            choices.append(lambda: {"type": "reload", "component": self.pick(self.loads)})
        if self.carts:
            choices += [self.cart_command] * 4
        return choices

    def cart_command(self):
        cart, product = self.pick(self.carts), self.pick(["non", "choy", "choy", "oltin", "{{ " + self.reference() + " }}"])
        name = self.pick(["add_product", "add_product", "remove_product", "change_quantity", "change_price",
                          "apply_promo_code", "remove_promo_code"])
        action = {"type": "command", "command": name, "cart": cart}
        if "promo" not in name:
            action["product"] = product
        if name == "add_product" and self.chance(30):
            action["product"] = {"id": "own", "title": self.template(), "unitPrice": "{{ " + self.reference() + " }}"}
        if name == "change_quantity" or (name == "add_product" and self.chance(30)):
            action["quantity"] = self.pick([1, 2, 3, "{{ " + self.reference() + " }}"])
        if name == "change_price":
            action["unitPrice"] = self.pick([0, 2500000, "{{ " + self.reference() + " }}"])
        if name == "apply_promo_code":
            action["code"] = self.pick(["OFF10", "salom", "{{ " + self.reference() + " }}"])
        return action
