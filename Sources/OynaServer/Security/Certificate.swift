import CCrypto
import Foundation

/// A certificate (RFC 5280) by libcrypto.
final class Certificate: @unchecked Sendable {
  // The library counts references atomically, and nothing of the certificate is changed.
  let handle: OpaquePointer

  /// Takes over the reference.
  init(owning handle: OpaquePointer) { self.handle = handle }

  /// The first certificate of a PEM text; nil when there is none.
  init?(pem: String) {
    let bytes = Array(pem.utf8)
    guard let source = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
    defer { BIO_free(source) }
    guard let handle = PEM_read_bio_X509(source, nil, nil, nil) else { return nil }
    self.handle = handle
  }

  deinit { X509_free(handle) }

  /// The public key as SubjectPublicKeyInfo, DER.
  var publicKey: [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(handle), &bytes)
    guard count > 0, let start = bytes else { return nil }
    defer { CRYPTO_free(start, #file, #line) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// Whether the certificate has an extension with this object identifier.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(handle, object, -1) >= 0
  }

  /// Whether the chain from here over `authority` leads to `root` and is valid at `now`
  /// (milliseconds since 1970 UTC).
  func isIssued(by authority: Certificate, under root: Certificate, at now: Int64) -> Bool {
    guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new(),
      let between = oyna_one_certificate(authority.handle)
    else { return false }
    defer {
      oyna_free_certificates(between)
      X509_STORE_CTX_free(context)
      X509_STORE_free(store)
    }
    guard X509_STORE_add_cert(store, root.handle) == 1,
      X509_STORE_CTX_init(context, store, handle, between) == 1
    else { return false }
    X509_STORE_CTX_set_time(context, 0, time_t(now / 1_000))
    // Extensions that only Apple knows may be critical; what they say is checked by the caller.
    X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_IGNORE_CRITICAL))
    guard X509_verify_cert(context) == 1, let chain = X509_STORE_CTX_get0_chain(context) else {
      return false
    }
    // Leaf, the authority that was named, and the root: nothing may be left out or put between.
    return oyna_certificate_count(chain) == 3
      && X509_cmp(oyna_certificate_at(chain, 1), authority.handle) == 0
  }
}

/// A private key on an elliptic curve by libcrypto.
final class PrivateKey: @unchecked Sendable {
  // Only read: a context is made for each derivation.
  let handle: OpaquePointer

  /// Takes over the reference.
  init(owning handle: OpaquePointer) { self.handle = handle }

  /// The key of a PEM text; nil when there is none.
  init?(pem: String) {
    let bytes = Array(pem.utf8)
    guard let source = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
    defer { BIO_free(source) }
    guard let handle = PEM_read_bio_PrivateKey(source, nil, nil, nil) else { return nil }
    self.handle = handle
  }

  deinit { EVP_PKEY_free(handle) }

  /// The shared secret of ECDH (NIST SP 800-56A) with a public key in SubjectPublicKeyInfo, DER;
  /// nil for a key that is none or of another curve.
  func sharedSecret(withPublicKey der: [UInt8]) -> [UInt8]? {
    let peer = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_PUBKEY(nil, &start, bytes.count)
    }
    guard let peer else { return nil }
    defer { EVP_PKEY_free(peer) }
    guard let context = EVP_PKEY_CTX_new(handle, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var count = 0
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1,
      EVP_PKEY_derive(context, nil, &count) == 1
    else { return nil }
    var secret = [UInt8](repeating: 0, count: count)
    guard EVP_PKEY_derive(context, &secret, &count) == 1 else { return nil }
    return Array(secret.prefix(count))
  }
}

/// A message signed apart from its content (CMS, RFC 5652) by libcrypto.
struct SignedMessage: ~Copyable {
  private let handle: OpaquePointer
  private let signer: OpaquePointer

  /// Nil for anything but one message with one signer.
  init?(der: [UInt8]) {
    let made = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      return d2i_CMS_ContentInfo(nil, &start, bytes.count)
    }
    guard let made else { return nil }
    guard OBJ_obj2nid(CMS_get0_type(made)) == NID_pkcs7_signed,
      let signer = oyna_only_signer(made)
    else {
      CMS_ContentInfo_free(made)
      return nil
    }
    handle = made
    self.signer = signer
  }

  deinit { CMS_ContentInfo_free(handle) }

  /// The certificate in the message that has an extension; nil when none or several have it.
  func certificate(withExtension identifier: String) -> Certificate? {
    guard let all = CMS_get1_certs(handle) else { return nil }
    defer { oyna_free_certificates(all) }
    var found: [Certificate] = []
    for place in 0..<oyna_certificate_count(all) {
      guard let each = oyna_certificate_at(all, place), X509_up_ref(each) == 1 else { continue }
      let certificate = Certificate(owning: each)
      if certificate.hasExtension(identifier) { found.append(certificate) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether the signature is `certificate`'s over `content`. The certificate's own chain is the
  /// caller's to check.
  func isSigned(by certificate: Certificate, over content: [UInt8]) -> Bool {
    guard let source = BIO_new_mem_buf(content, Int32(content.count)) else { return false }
    defer { BIO_free(source) }
    guard let signers = oyna_one_certificate(certificate.handle) else { return false }
    defer { oyna_free_certificates(signers) }
    let flags = UInt32(CMS_BINARY) | UInt32(CMS_NOINTERN) | UInt32(CMS_NO_SIGNER_CERT_VERIFY)
    return CMS_verify(handle, signers, nil, source, nil, flags) == 1
  }

  /// When it was signed, in seconds since 1970 UTC; nil when that is not signed.
  var signingTime: Int64? {
    guard let time = oyna_signing_time(signer) else { return nil }
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }
}
