// Certificates and signatures that Oyna makes itself: the demo's own Apple Pay, never a real one's.
#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// A key on P-256; NULL when there is none. (The function of libcrypto is a macro.)
static inline EVP_PKEY *oyna_make_p256(void) { return EVP_EC_gen("P-256"); }

static inline int oyna_add_extension(X509 *certificate, int nid, const char *value) {
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, nid, value);
  int added = extension != NULL && X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return added;
}

// Adds an extension that is only there: its value is NULL (DER 05 00).
static inline int oyna_add_mark(X509 *certificate, const char *identifier) {
  static const unsigned char null_value[] = {5, 0};
  ASN1_OBJECT *object = OBJ_txt2obj(identifier, 1);
  ASN1_OCTET_STRING *value = ASN1_OCTET_STRING_new();
  X509_EXTENSION *extension = NULL;
  if (object != NULL && value != NULL && ASN1_OCTET_STRING_set(value, null_value, 2) == 1)
    extension = X509_EXTENSION_create_by_OBJ(NULL, object, 0, value);
  int added = extension != NULL && X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  ASN1_OCTET_STRING_free(value);
  ASN1_OBJECT_free(object);
  return added;
}

// A certificate for a key, good for ten years, signed by an issuer; without an issuer by itself.
// `mark`: the object identifier of one more extension, or NULL.
static inline X509 *oyna_issue(
    const char *name, EVP_PKEY *key, X509 *issuer, EVP_PKEY *issuer_key, int is_authority,
    const char *mark) {
  static long serial = 1;
  X509 *certificate = X509_new();
  if (certificate == NULL) return NULL;
  X509_NAME *subject = X509_get_subject_name(certificate);
  int made =
      X509_set_version(certificate, 2) == 1 &&
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++) == 1 &&
      X509_gmtime_adj(X509_getm_notBefore(certificate), -86400) != NULL &&
      X509_gmtime_adj(X509_getm_notAfter(certificate), 315360000) != NULL &&
      X509_set_pubkey(certificate, key) == 1 &&
      X509_NAME_add_entry_by_txt(
          subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) == 1 &&
      X509_set_issuer_name(
          certificate, issuer == NULL ? subject : X509_get_subject_name(issuer)) == 1 &&
      (!is_authority || oyna_add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE")) &&
      oyna_add_extension(
          certificate, NID_key_usage,
          is_authority ? "critical,keyCertSign" : "critical,digitalSignature") &&
      (mark == NULL || oyna_add_mark(certificate, mark)) &&
      X509_sign(certificate, issuer_key == NULL ? key : issuer_key, EVP_sha256()) > 0;
  if (made) return certificate;
  X509_free(certificate);
  return NULL;
}
