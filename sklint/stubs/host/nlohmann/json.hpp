// JSON for Modern C++: tilings read their knowledge base with it, and nothing of a launch comes from there.
#ifndef SKLINT_HOST_NLOHMANN_JSON_HPP
#define SKLINT_HOST_NLOHMANN_JSON_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace nlohmann {

class json {
public:
    enum class value_t : uint8_t {
        null, object, array, string, boolean, number_integer, number_unsigned, number_float, binary, discarded
    };
    struct iterator {
        json &operator*() const;
        json *operator->() const;
        iterator &operator++();
        iterator operator++(int);
        bool operator==(const iterator &other) const;
        bool operator!=(const iterator &other) const;
        std::string key() const;
        json &value() const;
    };
    using const_iterator = iterator;
    using exception = json;
    using parse_error = json;

    json();
    template <typename T>
    json(T &&value);
    template <typename T>
    json &operator=(T &&value);
    template <typename T>
    operator T() const;
    template <typename K>
    json &operator[](K &&key);
    template <typename K>
    const json &operator[](K &&key) const;
    template <typename K>
    json &at(K &&key);
    template <typename K>
    const json &at(K &&key) const;
    template <typename T>
    T get() const;
    template <typename T>
    T &get_to(T &value) const;
    template <typename T, typename K>
    T value(K &&key, T otherwise) const;
    template <typename K>
    bool contains(K &&key) const;
    template <typename K>
    size_t count(K &&key) const;
    template <typename K>
    iterator find(K &&key) const;
    template <typename T>
    void push_back(T &&value);
    template <typename... A>
    void emplace_back(A &&...arguments);
    template <typename... A>
    static json parse(A &&...arguments);
    template <typename... A>
    static bool accept(A &&...arguments);
    static json array();
    static json object();
    template <typename... A>
    std::string dump(A... arguments) const;
    iterator begin() const;
    iterator end() const;
    struct pairs {
        iterator begin() const;
        iterator end() const;
    };
    pairs items() const;
    size_t size() const;
    bool empty() const;
    void clear();
    template <typename K>
    void erase(K &&key);
    value_t type() const;
    const char *type_name() const;
    const char *what() const;
    bool is_null() const;
    bool is_object() const;
    bool is_array() const;
    bool is_string() const;
    bool is_boolean() const;
    bool is_number() const;
    bool is_number_integer() const;
    bool is_number_unsigned() const;
    bool is_number_float() const;
    bool is_discarded() const;
};
using ordered_json = json;

} // namespace nlohmann

#endif
